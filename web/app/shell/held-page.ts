// SPDX-License-Identifier: Apache-2.0

import { useCallback, useState } from 'react';
import { readToken, wasLeftHere } from '../../lib/session.ts';
import { hasTyped } from '../../lib/typed-fields.ts';

interface HeldPage {
  /** Names the page for React: another one begins from nothing. Null while nobody is signed in. */
  key: string | null;
  /** Whether the page waits for its player to sign in again. */
  isHeld: boolean;
  /** Its player is back, with a session of their own. */
  goOn: () => void;
  /** Its player is not coming back, or somebody else is signed in. */
  giveUp: () => void;
}

/**
 * The page of a session. One on which somebody was typing outlives a session that did not end here: it waits, covered, until
 * its player has signed in again. Any other page ends with its session.
 */
export function useHeldPage(token: string | null): HeldPage {
  const [page, setPage] = useState({ key: token, token, isHeld: false });
  let now = page;
  if (token !== page.token && !page.isHeld) {
    const isHeld = token === null && !wasLeftHere() && hasTyped();
    now = isHeld ? { ...page, isHeld } : { key: token, token, isHeld };
    setPage(now);
  }
  const goOn = useCallback(() => setPage(({ key }) => ({ key, token: readToken(), isHeld: false })), []);
  const giveUp = useCallback(() => setPage({ key: readToken(), token: readToken(), isHeld: false }), []);
  return { key: now.key, isHeld: now.isHeld, goOn, giveUp };
}
