import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Each of these folders holds exactly one font file, so naming the folder names the font. */
const FONT_FILES = [
  'inter/400Regular/Inter_400Regular.ttf',
  'inter/400Regular_Italic/Inter_400Regular_Italic.ttf',
  'inter/500Medium/Inter_500Medium.ttf',
  'inter/600SemiBold/Inter_600SemiBold.ttf',
  'inter/700Bold/Inter_700Bold.ttf',
  'noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  'noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf',
  'noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  'noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf',
  'noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf',
  'noto-sans-kr/700Bold/NotoSansKR_700Bold.ttf',
];

/** Scripts of names that the packages lack lie here, from the same publisher under the SIL Open Font License. */
const OWN = [
  'armenian',
  'bengali',
  'devanagari',
  'ethiopic',
  'georgian',
  'gujarati',
  'gurmukhi',
  'hebrew',
  'kannada',
  'khmer',
  'lao',
  'malayalam',
  'myanmar',
  'sinhala',
  'tamil',
  'telugu',
  'thai',
].flatMap((script) =>
  ['400Regular', '700Bold'].map((weight) =>
    fileURLToPath(new URL(`./fonts/noto-sans-${script}/${weight}`, import.meta.url)),
  ),
);

/** The folders win over a font of the same name that the machine has, so the bytes are the same everywhere. */
export const fontFolders = (): string[] => [
  ...FONT_FILES.map((file) => dirname(fileURLToPath(import.meta.resolve(`@expo-google-fonts/${file}`)))),
  ...OWN,
];
