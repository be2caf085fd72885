// SPDX-License-Identifier: Apache-2.0

/**
 * The page that somebody wanted before they had to sign in. Kept in this tab alone and taken from no address, so that the
 * sender of a link cannot choose where a sign-in leads.
 */
export const wayBackKey = 'wayBack';
const keptForMs = 30 * 60_000;

/** Stands for any address that cannot be a page's. */
const home = '/home';
/**
 * Only pages behind the sign-in are kept; a value that somebody changed in the browser's storage cannot lead off this site.
 */
const page = /^(\/[\w-]{1,64}){1,3}\/?$/;
const longestAddress = 1_000;

interface Address {
  pathname: string;
  search: string;
  hash: string;
}

/**
 * Called only on pages behind the sign-in (web/app/shell/shell.tsx; before the app runs, web/build/early-script.ts), and by
 * the sandbox's first steps with pages of their own choice.
 */
export function rememberWayBack({ pathname, search, hash }: Address): void {
  if (!page.test(pathname)) return;
  try {
    sessionStorage.setItem(wayBackKey, `${Date.now()} ${pathname}${search}${hash}`);
  } catch {
    // Storage is blocked or full: the sign-in leads home.
  }
}

/** Where the sign-in leads, used once: `/home` unless a page was asked for within the last half hour. */
export function takeWayBack(): string {
  const kept = String(read());
  forgetWayBack();
  const space = kept.indexOf(' ');
  const address = kept.slice(space + 1);
  const pathname = address.replace(/[?#].*/s, '');
  const isSound = Date.now() - Number(kept.slice(0, space)) < keptForMs && address.length <= longestAddress;
  return isSound && page.test(pathname) ? address : home;
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
