// SPDX-License-Identifier: Apache-2.0

/**
 * Browsers translate a page by replacing its text nodes with `<font>` elements, and React does not notice. It would go on
 * changing text nodes that are no longer shown, so that amounts stand still, and throw at the first one that it removes or
 * inserts before. Here a text node returns to its place when React touches it; browsers then translate it again.
 */
const standIns = new WeakMap<Node, Node>();
/** Elements that already stand for a text: next to a replaced one there may be those of its neighbours. */
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

/** A text node that is elsewhere, or nowhere, although React expects it there. */
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
