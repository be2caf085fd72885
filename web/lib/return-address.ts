// SPDX-License-Identifier: Apache-2.0

/**
 * The page that somebody wanted before they had to sign in. Stored only in this tab, never in an address, so that the
 * sender of a link can't choose where a sign-in leads.
 */
export const returnAddressKey = 'wayBack';
const keptForMs = 30 * 60_000;

/** A base for parsing, which no page's address can have. */
const home = '/home';
/** Accepts only pages behind the sign-in, so that a manipulated value in storage can't lead off this site. */
const page = /^(\/[\w-]{1,64}){1,3}\/?$/;
const longestAddress = 1_000;

interface Address {
  pathname: string;
  search: string;
  hash: string;
}

/**
 * Called only on pages behind the sign-in (web/app/shell/shell.tsx; before the app runs, web/build/early-script.ts),
 * and by the sandbox's first steps with pages that they choose.
 */
export function rememberReturnAddress({ pathname, search, hash }: Address): void {
  if (!page.test(pathname)) return;
  try {
    sessionStorage.setItem(returnAddressKey, `${Date.now()} ${pathname}${search}${hash}`);
  } catch {
    // If storage is blocked or full, the sign-in leads to the home page.
  }
}

/** Where the sign-in leads, used once: the page requested within the last half hour, or `/home`. */
export function takeReturnAddress(): string {
  const kept = String(read());
  forgetReturnAddress();
  const space = kept.indexOf(' ');
  const address = kept.slice(space + 1);
  const pathname = address.replace(/[?#].*/s, '');
  const isSound = Date.now() - Number(kept.slice(0, space)) < keptForMs && address.length <= longestAddress;
  return isSound && page.test(pathname) ? address : home;
}

export function forgetReturnAddress(): void {
  try {
    sessionStorage.removeItem(returnAddressKey);
  } catch {
    // Nothing was stored.
  }
}

function read(): string | null {
  try {
    return sessionStorage.getItem(returnAddressKey);
  } catch {
    return null;
  }
}
