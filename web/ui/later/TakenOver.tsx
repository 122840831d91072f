import { CSPProvider } from '@base-ui/react/csp-provider';
import { useEffect, useLayoutEffect, type ReactNode, type Ref } from 'react';
import type { Bridge } from './use-opener.ts';

function attach<T>(ref: Ref<T> | undefined, element: T): () => void {
  if (typeof ref === 'function') {
    const undo = ref(element);
    return () => {
      if (typeof undo === 'function') undo();
      else ref(null);
    };
  }
  if (ref) ref.current = element;
  return () => {
    if (ref) ref.current = null;
  };
}

type Props = { bridge: Bridge; own: object & { ref?: Ref<HTMLElement> | undefined } };

/** The trigger of a popup whose button stands in the page already: it takes that one over and draws nothing. */
export function TakenOver({ bridge, own: { ref, ...props } }: Props) {
  useLayoutEffect(() => {
    const { current } = bridge.button;
    return current === null ? undefined : attach(ref, current);
  }, [bridge, ref]);
  useLayoutEffect(() => bridge.take(props));
  useEffect(() => bridge.arrive(), [bridge]);
  return null;
}

/** The kit's parts write no style of their own into the page, which its policy would refuse. */
export function Kit({ children }: { children: ReactNode }) {
  return <CSPProvider disableStyleElements>{children}</CSPProvider>;
}
