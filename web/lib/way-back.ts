// SPDX-License-Identifier: Apache-2.0

/**
 * Where somebody wanted to go who had to sign in first. Kept in this tab alone and taken from no address: anyone who
 * sends a link cannot choose where a sign-in leads to.
 */
export const wayBackKey = 'wayBack';
const keptForMs = 30 * 60_000;

/** Stands for all pages that are not listed here. */
const home = '/home';
/** The pages behind sign-in (web/build/early-script.ts leads visitors away from them). */
export const closedPages: readonly RegExp[] = [
  /^\/(events|past-challenges|profile|transactions|products|cart|trade-coins)\/?$/,
  /^\/products\/[\w-]{1,64}\/?$/,
  /^\/dashboard(\/[a-z-]{1,32})?\/?$/,
  /^\/dashboard\/users\/[\w-]{1,64}\/?$/,
];
/** Nothing else is gone to. */
const pages = [...closedPages, /^\/giveaways\/[\w-]{1,64}\/?$/];
const longestAddress = 1_000;

interface Address {
  pathname: string;
  search: string;
  hash: string;
}

export function rememberWayBack({ pathname, search, hash }: Address): void {
  if (!pages.some((page) => page.test(pathname))) return;
  try {
    sessionStorage.setItem(wayBackKey, `${Date.now()} ${pathname}${search}${hash}`);
  } catch {
    // Storage is blocked or full: the sign-in leads home.
  }
}

/** Where the sign-in leads, once: `/home` unless a page was asked for within the last half hour. */
export function takeWayBack(): string {
  const kept = String(read());
  forgetWayBack();
  const space = kept.indexOf(' ');
  const address = kept.slice(space + 1);
  const pathname = address.replace(/[?#].*/s, '');
  const isSound = Date.now() - Number(kept.slice(0, space)) < keptForMs && address.length <= longestAddress;
  return isSound && pages.some((page) => page.test(pathname)) ? address : home;
}

export function forgetWayBack(): void {
  try {
    sessionStorage.removeItem(wayBackKey);
  } catch {
    // Nothing was kept.
  }
}

function read(): string | null {
  try {
    return sessionStorage.getItem(wayBackKey);
  } catch {
    return null;
  }
}
