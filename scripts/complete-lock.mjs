// Adds to package-lock.json the optional packages of other platforms that a registry mirror did not offer when the lock
// was made, at the exact version that their parent pins. Without them `npm ci` refuses the lock. Run after `npm install`.
import fs from 'node:fs';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(fs.readFileSync(file, 'utf8'));
const OS = ['android', 'darwin', 'linux', 'win32', 'freebsd', 'openharmony', 'aix', 'openbsd', 'netbsd', 'sunos'];
const CPU = [
  'arm64',
  'x64',
  'ia32',
  'arm',
  'riscv64',
  's390x',
  'ppc64',
  'ppc64le',
  'loong64',
  'wasm32',
  'armv7',
  'mips64el',
  'riscv64gc',
];

function platformOf(name) {
  const parts = name.split(/[-/]/);
  const os = OS.filter((one) => parts.includes(one));
  const cpu = CPU.filter((one) => parts.includes(one));
  return { ...(os.length > 0 && { os }), ...(cpu.length > 0 && { cpu }) };
}

let added = 0;
for (const parent of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const present = Object.keys(lock.packages).some((key) => key.endsWith(`node_modules/${name}`));
    if (present || !/^\d/.test(version)) continue;
    lock.packages[`node_modules/${name}`] = {
      version,
      optional: true,
      ...(parent.dev && { dev: true }),
      ...platformOf(name),
    };
    added += 1;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1)));
fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${added} entries added\n`);
