// SPDX-License-Identifier: Apache-2.0

/** Items grouped by key, so that finding those of one key need not scan all others. */
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

  /** The current items of the key, in insertion order. A copy: the caller may add and delete while iterating. */
  of(key: string): Item[] {
    return [...(this.#byKey.get(key) ?? [])];
  }

  /** The number of keys with items. */
  get size(): number {
    return this.#byKey.size;
  }
}
