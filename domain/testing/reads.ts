/** The same object, which says each time that one of its members is read: what a search costs, whatever the machine is busy with. */
export function countingReads<T extends object>(object: T, read: () => void): T {
  return new Proxy(object, {
    get(target, key, receiver) {
      read();
      return Reflect.get(target, key, receiver);
    },
  });
}
