// SPDX-License-Identifier: Apache-2.0

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/**
 * Moves the header and the shortcut bar out of sight, which cover content. People can scroll, but axe would report
 * half-covered buttons as too small.
 */
async function unstickBars(page: Page): Promise<() => Promise<void>> {
  const covering = page.locator('header.sticky, div:has(> nav[aria-label=Shortcuts])');
  const setPosition = (position: string) =>
    covering.evaluateAll((bars, value) => {
      for (const one of bars) (one as HTMLElement).style.position = value;
    }, position);
  await setPosition('static');
  return () => setPosition('');
}

/** True while something is dimmed or changes its opacity. */
const fades = `(() => {
  if ([...document.querySelectorAll('.transition-opacity')].some((part) => !['0', '1'].includes(getComputedStyle(part).opacity))) return true;
  return document.getAnimations().some(({ playState, effect }) =>
    playState === 'running' && effect.getComputedTiming().endTime !== Infinity && effect.getKeyframes().some((frame) => 'opacity' in frame));
})()`;

/**
 * Outdated content is dimmed until its answer arrives, and opening elements fade in. axe would report too little
 * contrast.
 */
async function waitUntilPlain(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate<boolean>(fades), 'something on the page fades').toBe(false);
}

/** Checks that the page doesn't violate WCAG 2.2 AA or axe's best practices, as far as a program can tell. */
export async function expectAccessible(page: Page): Promise<void> {
  await waitUntilPlain(page);
  const letBarsStick = await unstickBars(page);
  const { violations } = await new AxeBuilder({ page })
    // In the page only, without frames and without listing passes: takes a third of the time.
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    // The card provider's frame is transparent, so axe assumes its own background, white.
    .exclude('.StripeElement iframe')
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  await letBarsStick();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`)).toEqual(
    [],
  );
}

export async function expectNoOverflow(page: Page): Promise<void> {
  // Elements that measure themselves react to a new width a moment later.
  const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  await expect.poll(overflow, `${page.url()} is wider than the window`).toBeLessThanOrEqual(0);
}

const desktop = { width: 1440, height: 900 };
const tablet = { width: 768, height: 1024 };
const phone = { width: 390, height: 844 };
const smallPhone = { width: 320, height: 640 };

/** The widths that every screen must support. */
export const widths = [
  { name: 'desktop', viewport: desktop },
  { name: 'tablet', viewport: tablet },
  { name: 'phone', viewport: phone },
  { name: 'small phone', viewport: smallPhone },
];

/**
 * Checks that the page's current content fits tablets and phones, and that axe finds nothing on a desktop. Resizes one
 * page, because loading it again for each width would take most of a test's time. Restores the width.
 */
export async function expectSound(page: Page): Promise<void> {
  const before = page.viewportSize() ?? desktop;
  await page.setViewportSize(desktop);
  await expectAccessible(page);
  await expectFitsNarrow(page);
  await page.setViewportSize(before);
}

export async function expectFitsNarrow(page: Page): Promise<void> {
  for (const viewport of [tablet, phone, smallPhone]) {
    await page.setViewportSize(viewport);
    await expectNoOverflow(page);
  }
}

/** Half of 1280 x 900 with four pixels per pixel: the size of a window at a zoom of 200 %. */
export const zoomedTwice = { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 };

const cutOff = `(() => {
  const cut = [];
  const say = (node, how) => cut.push(how + ': ' + node.tagName + ' ' + (node.ariaLabel ?? node.textContent).trim().slice(0, 40));
  const hides = (overflow) => overflow === 'hidden' || overflow === 'clip';
  const ownText = (node) => [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
  const slides = (node) => {
    for (let box = node.parentElement; box; box = box.parentElement) {
      if (box.ariaRoleDescription || /auto|scroll/.test(getComputedStyle(box).overflowX)) return true;
    }
    return false;
  };
  for (const node of document.querySelectorAll('body *')) {
    const box = node.getBoundingClientRect();
    // What is that small is there for screen readers alone.
    if (box.width < 2 || box.height < 2 || !node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (node.closest('[inert], [aria-hidden=true]')) continue;
    const style = getComputedStyle(node);
    if (node.matches('a, button, input, select, textarea, summary, [role=tab]') && (box.left < -1 || box.right > innerWidth + 1) && !slides(node)) say(node, 'outside');
    if (!ownText(node) || style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') continue;
    if (hides(style.overflowX) && node.scrollWidth > node.clientWidth + 1) say(node, 'cut sideways');
    if (hides(style.overflowY) && node.scrollHeight > node.clientHeight + 2) say(node, 'cut below');
  }
  return cut;
})()`;

/** Checks that no text is cut off, and that no control is outside the window where it can't be scrolled to. */
export async function expectNothingClipped(page: Page): Promise<void> {
  await expectNoOverflow(page);
  // A window that was just resized may still have the layout of its old width.
  await expect.poll(() => page.evaluate<string[]>(cutOff), `clipped on ${page.url()}`).toEqual([]);
}

/** The focused element; undefined if there is none. `isSeen` is false if it has no focus mark or is out of sight. */
const focused = `(() => {
  const node = document.activeElement;
  if (!node || node === document.body) return undefined;
  const name = node.tagName + ' ' + (node.ariaLabel || node.title || node.textContent || node.name || '').trim().slice(0, 40);
  if (node.tagName === 'IFRAME') return { name, isSeen: true };
  // The mark may be drawn around what stands for a hidden input.
  const marked = [node, node.nextElementSibling, node.parentElement, node.closest('label')].find((part) => {
    const style = part && getComputedStyle(part);
    return style && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1;
  });
  if (!marked) return { name: name + ' (no mark)', isSeen: false };
  const { left, right, top, bottom } = marked.getBoundingClientRect();
  const [from, to] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
  const [start, end] = [Math.max(left, 0), Math.min(right, innerWidth)];
  const isAt = (x, y) => {
    const top = document.elementFromPoint(x, y);
    return top && (marked.contains(top) || top.contains(marked));
  };
  const part = (a, b, share) => a + (b - a) * share;
  const isSeen = to > from && end > start &&
    [0.1, 0.5, 0.9].some((x) => [0.1, 0.5, 0.9].some((y) => isAt(part(start, end, x), part(from, to, y))));
  return { name: isSeen ? name : name + ' (out of sight)', isSeen };
})()`;

interface Focused {
  name: string;
  isSeen: boolean;
}

/** The page may scroll to the focused element, or a carousel may turn to it, which takes a few frames. */
const settledFocus = `new Promise((resolve) => {
  let frames = 60;
  const look = () => {
    const at = ${focused};
    if (!at || at.isSeen || --frames === 0) resolve(at);
    else requestAnimationFrame(look);
  };
  look();
})`;

/** Presses Tab and returns the focused element. */
async function pressTab(page: Page): Promise<Focused | undefined> {
  await page.keyboard.press('Tab');
  return page.evaluate<Focused | undefined>(settledFocus);
}

/** Presses Tab up to `stops` times, until the focus leaves the page, and checks that the focus is always visible. */
export async function expectFocusSeen(page: Page, stops = 24): Promise<void> {
  const unseen: string[] = [];
  let seen = 0;
  for (let press = 0; press < stops; press += 1) {
    const at = await pressTab(page);
    if (at?.isSeen) seen += 1;
    else if (at) unseen.push(at.name);
    // The first press may come from the end of the page.
    else if (press > 0) break;
  }
  expect(unseen, `focus that cannot be seen on ${page.url()}`).toEqual([]);
  expect(seen, 'stops of the Tab key').toBeGreaterThan(0);
}

const faint = `(() => {
  const parts = [...document.querySelectorAll('input, select, textarea, button')].filter((part) => {
    const { width, height } = part.getBoundingClientRect();
    return width > 2 && height > 2 && part.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  });
  const isFramed = (part) => {
    const { borderStyle, borderBottomStyle, outlineStyle, appearance } = getComputedStyle(part);
    return [borderStyle, borderBottomStyle, outlineStyle].some((style) => style !== 'none') || appearance !== 'none';
  };
  const hasWords = (part) => part.matches('button') && (part.textContent.trim() !== '' || part.querySelector('svg, img'));
  return parts
    .filter((part) => !hasWords(part) && !isFramed(part) && !isFramed(part.parentElement))
    .map((part) => part.tagName + ' ' + (part.ariaLabel ?? part.name ?? ''));
})()`;

/**
 * In high contrast mode, where the system chooses all colours, checks that each field keeps its frame and the focus its
 * mark. axe can't check this, because it compares the style sheets' colours, not the painted ones.
 */
export async function expectSeenInForcedColors(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await page.evaluate('matchMedia("(forced-colors: active)").matches')).toBe(true);
  expect(await page.evaluate<string[]>(faint), `fields without a frame on ${page.url()}`).toEqual([]);
  await expectFocusSeen(page);
}

/** Presses Tab until `target` has the focus, like a keyboard user, and checks that each stop is visible. */
export async function tabTo(page: Page, target: ReturnType<Page['locator']>, stops = 60): Promise<void> {
  for (let count = 0; count < stops; count += 1) {
    const at = await pressTab(page);
    expect(at?.isSeen ?? true, at?.name).toBe(true);
    if (await target.evaluate((node) => node === node.ownerDocument.activeElement)) return;
  }
  throw new Error(`no Tab leads to ${target}`);
}
