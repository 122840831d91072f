import { type Book, makeBook } from './factories.ts';
import { START } from './rig.ts';
import { type Course, testApp, type TestApp } from './testApp.ts';

type Looks = {
  /** What the tests need besides, before the first of them. */
  lay?: (t: TestApp) => Promise<unknown>;
  /** What is looked at after the last of them. */
  look?: (t: TestApp) => Promise<unknown>;
};

/** Tests that each begin on the first moment with a book of their own, for which `enter` enters what else is theirs: `together` on one application, or `apart`. */
export function ownBooks(
  enter: (t: TestApp, book: Book, serial: number) => unknown,
  { lay, look }: Looks = {},
): Course {
  let t: TestApp;
  let serial = 0;
  return {
    open: async () => {
      t = await testApp();
      await lay?.(t);
    },
    enter: async () => {
      serial += 1;
      t.clock.set(START);
      await enter(t, await makeBook(t, ` ${serial}`), serial);
    },
    close: async () => {
      await look?.(t);
      await t.close();
    },
  };
}
