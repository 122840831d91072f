import { useEffect, useRef, useState, type ReactNode } from 'react';

type WhenSeenProps = {
  children: ReactNode;
  className?: string;
  /** How near, in pixels. */
  near?: number;
};

/** Shows its content, and lets it be loaded, once its place comes near the window; the room is kept until then. */
export function WhenSeen({ children, className = 'min-h-48', near = 200 }: WhenSeenProps) {
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
      },
      { rootMargin: `${near}px` },
    );
    if (place.current !== null) observer.observe(place.current);
    return () => observer.disconnect();
  }, [near]);
  return (
    <div ref={place} className={seen ? 'min-w-0' : className}>
      {seen && children}
    </div>
  );
}
