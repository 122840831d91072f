import { useRouter } from '@tanstack/react-router';
import { useCallback, type ComponentProps } from 'react';
import { noteLeft } from '../hooks/use-way-back.ts';

/** Goes to an address of the application, written as in `paths.ts`. */
export function useGo(): (href: string, options?: { replace?: boolean }) => void {
  const router = useRouter();
  return useCallback((href, options) => void router.navigate({ href, replace: options?.replace ?? false }), [router]);
}

/** A plain link that the router follows without reloading the page; its screen is fetched when pointed at. */
export function AppLink({ href, onClick, children, ...props }: ComponentProps<'a'> & { href: string }) {
  const router = useRouter();
  const preload = () => {
    const pathname = href.split(/[?#]/)[0] ?? href;
    // A failed preload is not an error: the navigation itself will say so.
    router.preloadRoute({ to: pathname }).catch(() => undefined);
  };
  return (
    <a
      {...props}
      href={href}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={(event) => {
        onClick?.(event);
        const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
        if (event.defaultPrevented || !plain || props.target === '_blank') return;
        event.preventDefault();
        noteLeft(event.currentTarget);
        void router.navigate({ href });
      }}
    >
      {children}
    </a>
  );
}
