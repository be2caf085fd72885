// SPDX-License-Identifier: Apache-2.0

/** Things by a key that several of them have, so that those of one key are found without looking at the others. */
export class Groups<Item> {
  readonly #byKey = new Map<string, Set<Item>>();

  add(key: string, item: Item): void {
    const group = this.#byKey.get(key);
    if (group) group.add(item);
    else this.#byKey.set(key, new Set([item]));
  }

  delete(key: string, item: Item): void {
    const group = this.#byKey.get(key);
    if (group?.delete(item) && group.size === 0) this.#byKey.delete(key);
  }

  /** Those of the key now, in the order in which they came: the caller may add and delete meanwhile. */
  of(key: string): Item[] {
    return [...(this.#byKey.get(key) ?? [])];
  }

  /** How many keys have anything. */
  get size(): number {
    return this.#byKey.size;
  }
}
