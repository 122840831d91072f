/** Whether the server gives this page: without that, loading it anew ends on the browser's own error. */
export const answers = (): Promise<boolean> =>
  fetch(location.href, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** A screen that failed: plain, since what failed may be the kit itself. After a new release, a reload is the cure. */
export function RouteError({ error }: { error: unknown }) {
  const missingFile = /dynamically imported module|module script|Failed to fetch/i.test(
    error instanceof Error ? error.message : '',
  );
  return (
    <div role="alert" className="grid place-items-center p-12 text-center">
      <div className="grid max-w-md gap-2">
        <p className="font-medium">
          {missingFile ? 'This screen could not be loaded.' : 'This screen could not be shown.'}
        </p>
        <p className="text-mute">
          {missingFile
            ? 'The application may have been updated, or the connection is down.'
            : 'What you entered in a form is kept.'}
        </p>
        <button
          type="button"
          onClick={async () => (await answers()) && location.reload()}
          className="mx-auto mt-2 h-8 rounded-md border border-edge bg-panel px-3 font-medium outline-none hover:bg-hover focus-visible:ring-2 focus-visible:ring-ring"
        >
          Load it again
        </button>
      </div>
    </div>
  );
}
