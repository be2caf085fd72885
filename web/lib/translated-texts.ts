// SPDX-License-Identifier: Apache-2.0

/**
 * Lets React work on pages that the browser translates. Browsers replace text nodes with `<font>` elements, unknown to
 * React. React would update text nodes that aren't displayed, so that amounts freeze, and throw when it removes such a
 * node or inserts before it. Here a text node returns to its place when React touches it; the browser then translates
 * it again.
 */
const standIns = new WeakMap<Node, Node>();
/** Elements that already replace a text; a replaced text may have its neighbours' elements next to it. */
const taken = new WeakSet<Node>();

function isFree(node: Node | null): node is Node {
  return node !== null && node.nodeName === 'FONT' && !taken.has(node);
}

function noteStandIns(records: readonly MutationRecord[]): void {
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    for (const node of removedNodes) {
      if (node.nodeType !== Node.TEXT_NODE || node.parentNode) continue;
      const standIn = [...addedNodes, previousSibling, nextSibling].find(isFree);
      if (standIn) replace(node, standIn);
    }
  }
}

function replace(text: Node, standIn: Node): void {
  standIns.set(text, standIn);
  taken.add(standIn);
  Object.defineProperty(text, 'nodeValue', {
    configurable: true,
    get: () => text.textContent,
    set(value: string | null) {
      putBack(text);
      text.textContent = value;
    },
  });
}

function putBack(text: Node): void {
  const standIn = standIns.get(text);
  if (!standIn) return;
  standIns.delete(text);
  Reflect.deleteProperty(text, 'nodeValue');
  if (!text.parentNode) standIn.parentNode?.replaceChild(text, standIn);
}

/** A text node that isn't where React expects it. */
function isLost(node: Node, parent: Node): boolean {
  return node.nodeType === Node.TEXT_NODE && node.parentNode !== parent;
}

/** From now on, text nodes may be replaced anywhere in the page. */
export function surviveTranslation(): void {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(child: Child): Child {
    if (isLost(child, this)) putBack(child);
    return isLost(child, this) ? child : (removeChild.call(this, child) as Child);
  };
  Node.prototype.insertBefore = function <Added extends Node>(added: Added, before: Node | null): Added {
    if (before && isLost(before, this)) putBack(before);
    return insertBefore.call(this, added, before && isLost(before, this) ? null : before) as Added;
  };
  new MutationObserver(noteStandIns).observe(document, { childList: true, subtree: true });
}
