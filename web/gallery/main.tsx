import '../first.css';
import '../app.css';
import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { AppFrame } from '../frame/AppFrame.tsx';
import { NAVIGATION } from '../navigation.ts';
import { followTheme } from '../theme.ts';
import { Toasts } from '../ui/notices/Toasts.tsx';
import { useAddress } from '../ui/hooks/use-address.ts';
import { FormView } from './FormView.tsx';
import { ListView } from './ListView.tsx';
import { PartsView } from './PartsView.tsx';
import { RecordView } from './RecordView.tsx';

const VIEWS: Readonly<Record<string, () => ReactNode>> = {
  list: ListView,
  record: RecordView,
  form: FormView,
  parts: PartsView,
};

const ENDS_AT = Date.now() + 3_600_000;

function Gallery() {
  const [address] = useAddress();
  const View = VIEWS[address['view'] ?? 'list'] ?? ListView;
  return (
    <AppFrame
      navigation={NAVIGATION}
      user={{ name: 'Amina Njoroge', email: 'amina@example.com', role: 'Manager' }}
      branches={[
        { value: 'NBO', label: 'Nairobi' },
        { value: 'KLA', label: 'Kampala' },
      ]}
      branch="NBO"
      onBranch={() => undefined}
      onSignOut={() => undefined}
      actions={[{ label: 'New policy', href: '/gallery.html?view=form' }]}
      permissions={[]}
      counts={{ '/underwriting': '3' }}
      endsAt={ENDS_AT}
      firm="Savannah Re Brokers"
    >
      <View />
    </AppFrame>
  );
}

const root = createRootRoute({ component: Outlet });
const any = createRoute({ getParentRoute: () => root, path: '$', component: Gallery });
const router = createRouter({
  routeTree: root.addChildren([any]),
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Record<string, string>).toString();
    return text === '' ? '' : `?${text}`;
  },
});

followTheme();
const place = document.getElementById('root');
if (place !== null) {
  createRoot(place).render(
    <>
      <RouterProvider router={router} />
      <Toasts />
    </>,
  );
}
