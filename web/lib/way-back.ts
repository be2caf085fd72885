/**
 * Where somebody wanted to go who had to sign in first. Kept in this tab alone and taken from no address: whoever sends a
 * link cannot choose where a sign-in leads to.
 */
const key = 'wayBack';
const keptForMs = 30 * 60_000;

/** The pages behind sign-in; nothing else is gone to. The first one stands for all others. */
const home = '/home';
const pages = [
  /^\/(events|past-challenges|profile|transactions|products|cart|trade-coins)\/?$/,
  /^\/(giveaways|products)\/[\w-]{1,64}\/?$/,
  /^\/dashboard(\/[a-z-]{1,32})?\/?$/,
  /^\/dashboard\/users\/[\w-]{1,64}\/?$/,
];
const longestAddress = 1_000;

interface Address {
  pathname: string;
  search: string;
  hash: string;
}

export function rememberWayBack({ pathname, search, hash }: Address): void {
  const address = pathname + search + hash;
  if (address.length > longestAddress || !pages.some((page) => page.test(pathname))) return;
  try {
    sessionStorage.setItem(key, `${Date.now()} ${address}`);
  } catch {
    // Storage is blocked or full: the sign-in leads home.
  }
}

/** Where the sign-in leads, once: `/home` unless a page was asked for within the last half hour. */
export function takeWayBack(): string {
  const [at, address = ''] = read().split(' ');
  forgetWayBack();
  const pathname = address.replace(/[?#].*$/s, '');
  const isRecent = Date.now() - Number(at) < keptForMs;
  return isRecent && pages.some((page) => page.test(pathname)) ? address : home;
}

export function forgetWayBack(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

function read(): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}
