/** The colour theme: the system's, or the user's own choice. `public/theme.js` sets it before the first paint. */

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'slipway.theme';
const system = matchMedia('(prefers-color-scheme: dark)');

export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

function apply(): void {
  const theme = storedTheme();
  document.documentElement.classList.toggle('dark', theme === 'dark' || (theme === 'system' && system.matches));
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme);
  apply();
}

/** Follows the system and other tabs. */
export function followTheme(): void {
  system.addEventListener('change', apply);
  globalThis.addEventListener('storage', apply);
}
