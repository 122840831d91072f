import { useState } from 'react';

/** Why a screen has no code while nothing can be fetched. */
export const NO_ANSWER = 'The server does not answer.';

/** Whether the server gives this page: loading it anew without that ends on the browser's own error. */
export async function answers(): Promise<boolean> {
  try {
    return (await fetch(location.href, { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/** A screen that failed: plain, since what failed may be the kit itself. After a new release, a reload is the cure. */
export function RouteError({ error }: { error: unknown }) {
  const [tried, setTried] = useState(false);
  const message = error instanceof Error ? error.message : '';
  const away = tried || message === NO_ANSWER;
  const missingFile = away || /dynamically imported module|module script|Failed to fetch/i.test(message);
  const loadAgain = async () => {
    setTried(false);
    if (await answers()) location.reload();
    else setTried(true);
  };
  return (
    <div role="alert" className="grid place-items-center p-12 text-center">
      <div className="grid max-w-md gap-2">
        <p className="font-medium">
          {missingFile ? 'This screen could not be loaded.' : 'This screen could not be shown.'}
        </p>
        <p className="text-mute">{whyOf({ away, missingFile })}</p>
        <button
          type="button"
          onClick={() => void loadAgain()}
          className="mx-auto mt-2 h-8 rounded-md border border-edge bg-panel px-3 font-medium outline-none hover:bg-hover focus-visible:ring-2 focus-visible:ring-ring"
        >
          Load it again
        </button>
      </div>
    </div>
  );
}

function whyOf({ away, missingFile }: { away: boolean; missingFile: boolean }): string {
  if (away) return 'The server does not answer. Check the connection and try again.';
  return missingFile
    ? 'The application may have been updated, or the connection is down.'
    : 'What you entered in a form is kept.';
}
