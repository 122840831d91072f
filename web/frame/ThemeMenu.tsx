import { Check, Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { chooseTheme, storedTheme, type Theme } from '../theme.ts';
import { Button } from '../ui/buttons/Button.tsx';
import { Menu } from '../ui/buttons/Menu.tsx';

const THEMES = [
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'dark', label: 'Dark', icon: Moon },
  { theme: 'system', label: 'As the system', icon: Monitor },
] as const;

export function ThemeMenu() {
  const [chosen, setChosen] = useState<Theme>(storedTheme);
  const Shown = THEMES.find((one) => one.theme === chosen)?.icon ?? Monitor;
  return (
    <Menu
      trigger={<Button variant="ghost" size="icon" aria-label="Theme" icon={<Shown size={15} aria-hidden="true" />} />}
      entries={THEMES.map(({ theme, label, icon: Icon }) => ({
        label: theme === chosen ? `${label} (chosen)` : label,
        icon: theme === chosen ? <Check size={14} aria-hidden="true" /> : <Icon size={14} aria-hidden="true" />,
        onSelect: () => {
          chooseTheme(theme);
          setChosen(theme);
        },
      }))}
    />
  );
}
