import { useEffect, useRef } from 'react';
import { useGo } from '../buttons/AppLink.tsx';

/** Goes on from a form that was sent to the page that takes its place. Who has left it meanwhile stays where they are. */
export function useGoOn(): (href: string) => void {
  const go = useGo();
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return (href) => {
    if (here.current) go(href, { replace: true });
  };
}
