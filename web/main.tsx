import './first.css';
import { startTransition, StrictMode, type ComponentType, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { leadBy } from './api/go.ts';
import { forgetWanted, keepWanted } from './api/wanted.ts';
import { leadFrom } from './entrance.ts';
import { paths } from './paths.ts';
import { RouteError } from './RouteError.tsx';
import { followTheme } from './theme.ts';
import { Toasts } from './ui/notices/Toasts.tsx';
import { whoIsHere } from './who.ts';

type Load = () => Promise<ComponentType>;

// The screens before the sign-in do without the router, the sheet and the kit of those behind it.
const signIn: Load = async () => (await import('./features/accounts/SignInPage.tsx')).SignInPage;
const signUp: Load = async () => (await import('./features/accounts/SignUpPage.tsx')).SignUpPage;
const screens: Load = async () => {
  // Asked for with the code, it is there with the first text and not after it.
  void document.fonts.load('1em "Inter Variable"').catch(() => undefined);
  return (await import('./routes.tsx')).Screens;
};

/** The screen at this address, or at the one to which it leads. */
function screenHere(): Load {
  if (location.pathname === '/') forgetWanted();
  const lead = leadFrom(location, whoIsHere());
  if (lead === paths.signIn) keepWanted();
  if (lead !== null) history.replaceState(null, '', lead);
  if (location.pathname === paths.signIn) return signIn;
  return location.pathname === paths.signUp ? signUp : screens;
}

const place = document.getElementById('root');
const stage = place === null ? null : createRoot(place);
// In a transition it is drawn in slices (decision 059).
const stand = (screen: ReactNode) =>
  startTransition(() =>
    stage?.render(
      <StrictMode>
        {screen}
        <Toasts />
      </StrictMode>,
    ),
  );

async function show(): Promise<void> {
  const Screen = await screenHere()();
  stand(<Screen />);
}

followTheme();
leadBy(async (href, { replace = false }) => {
  history[replace ? 'replaceState' : 'pushState'](null, '', href);
  await show();
});
// Somebody who types is about to come in: the rest is fetched meanwhile.
document.addEventListener('input', () => void screens(), { once: true });
show().catch((error: unknown) => stand(<RouteError error={error} />));
