// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';

/** Translates like browsers: replaces each text node, also later ones, with an element that holds the translation. */
const translateTexts = `
{
  const replace = (text) => {
    const parent = text.parentElement;
    if (!text.data.trim() || !parent || parent.closest('font, script, style, title')) return;
    const outer = document.createElement('font');
    outer.append(document.createElement('font'));
    outer.firstChild.textContent = text.data.replace(/\\p{L}{2,}/gu, (word) => word + 'en');
    text.replaceWith(outer);
  };
  const replaceAll = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    texts.forEach(replace);
  };
  document.documentElement.lang = 'de';
  document.documentElement.classList.add('translated-ltr');
  replaceAll(document.body);
  new MutationObserver((records) => {
    for (const { addedNodes, target, type } of records) {
      if (type === 'characterData') replace(target);
      for (const node of addedNodes) if (node.isConnected) node.nodeType === 3 ? replace(node) : replaceAll(node);
    }
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}
`;

/** Translates the page like a browser: "Pay" becomes "Payen". */
export async function translate(page: Page): Promise<void> {
  await page.evaluate(translateTexts);
}
