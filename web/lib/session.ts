// SPDX-License-Identifier: Apache-2.0

import { useSyncExternalStore } from 'react';
import type { ErrorCode } from '../../contract/errors.ts';
import { deviceStorage } from './device-storage.ts';
import { forgetLastKnown } from './offline-data.ts';
import { whenShownAgain } from './page-restored.ts';
import { forgetPush } from './push-owner.ts';
import { forgetReturnAddress } from './return-address.ts';
import { endOnServer } from './session-ends.ts';

/** Where the session token is stored (product specification, section 4.3). */
export const tokenKey = 'authToken';
/** The referral code of the player who invited this browser, until somebody signs up. */
export const referralCodeKey = 'referralCode';
export const cartKey = 'cart';
/** A purchase that was sent but not answered yet. */
export const checkoutKey = 'checkout';
/** A card payment that began here and isn't decided yet. */
export const paymentKey = 'payment';
/** The attempt whose result this browser is waiting for, and the last one whose result it showed (section 4.1). */
export const latestAttemptKey = 'latestAttemptId';
export const modalShownKey = 'lastModalShownForAttempt';
/** The player whose attempts these are. */
export const attemptOwnerKey = 'attemptsOf';
/** How far a player has got in preparing for the first challenge, with the checked game account. */
export const gettingReadyKey = 'gettingReady';
/** The player's rank at earlier visits. */
export const lastRankKey = 'lastRank';

/** Removed when the player leaves. */
const ofPlayer = [
  cartKey,
  checkoutKey,
  paymentKey,
  latestAttemptKey,
  modalShownKey,
  attemptOwnerKey,
  gettingReadyKey,
  lastRankKey,
];

/** Why the last session ended, for the other tabs: only one tab gets the reason, but all lose the token. */
const endedKey = 'sessionEnded';

const listeners = new Set<() => void>();
/** Why a session ended: an error code, or the player's action. */
type EndReason = ErrorCode | 'account_deleted';
let endedBecause: EndReason | undefined;
let hasBeenSignedIn = false;
let hasLeftHere = false;

export function readToken(): string | null {
  const token = deviceStorage.getItem(tokenKey);
  if (token !== null) {
    hasBeenSignedIn = true;
    hasLeftHere = false;
    // Another tab may have started a session; then an earlier session's end doesn't matter.
    endedBecause = undefined;
  }
  return token;
}

/** Ends the previous session. Returns false if the token couldn't be stored; then nobody is signed in. */
export function startSession(token: string): boolean {
  endedBecause = undefined;
  forgetLastKnown();
  const replaced = deviceStorage.getItem(tokenKey);
  if (!deviceStorage.setItem(tokenKey, token)) return false;
  if (replaced !== null && replaced !== token) endOnServer(replaced);
  deviceStorage.removeItem(endedKey);
  // Otherwise the next person to sign up here would count as invited too.
  deviceStorage.removeItem(referralCodeKey);
  for (const listener of listeners) listener();
  return true;
}

/**
 * Forgets the session in this browser. Protected pages then go to `/`, which shows the reason if there is one. Without
 * a reason, or after deleting the account, the player has left: nothing of theirs stays, and the server ends the
 * session. For any other reason the same player will probably return. So the cart stays (marked with its owner), and
 * also an unanswered purchase and a result not shown yet.
 */
export function endSession(reason?: EndReason): void {
  forgetLastKnown();
  const hasLeft = !reason || reason === 'account_deleted';
  if (!hasLeft) deviceStorage.setItem(endedKey, reason);
  const left = deviceStorage.getItem(tokenKey);
  deviceStorage.removeItem(tokenKey);
  endedBecause = reason;
  hasLeftHere = hasLeft;
  if (hasLeft) {
    deviceStorage.removeItem(endedKey);
    forgetReturnAddress();
    forgetPush();
    for (const key of ofPlayer) {
      deviceStorage.removeItem(key);
    }
  }
  if (!reason && left !== null) endOnServer(left);
  for (const listener of listeners) listener();
}

function getEndReason(): string | null {
  return endedBecause ?? (hasBeenSignedIn ? deviceStorage.getItem(endedKey) : null);
}

/**
 * Whether to return to a protected page after signing in. True if the last session ended on its own, or if there has
 * been none.
 */
export function mayComeBack(): boolean {
  const why = getEndReason();
  return why ? why !== 'account_deleted' : !hasBeenSignedIn;
}

/** Whether the player signed out on this page, not in another tab or on another device. */
export function wasLeftHere(): boolean {
  return hasLeftHere;
}

/** Where a protected page redirects without a session. */
export function signedOutAddress(): string {
  const why = getEndReason();
  if (why === 'account_deleted') return '/?notice=account_deleted';
  return why ? `/?error=${encodeURIComponent(why)}` : '/';
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === tokenKey || event.key === null) listener();
  };
  listeners.add(listener);
  // Signing out in one tab signs out in all.
  window.addEventListener('storage', onStorage);
  // A page must not be restored if its player has signed out meanwhile.
  const leaveShown = whenShownAgain(listener);
  return () => {
    leaveShown();
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** The stored token, or null if signed out. Follows changes in this and other tabs. */
export function useToken(): string | null {
  return useSyncExternalStore(subscribe, readToken, () => null);
}

/** False in prerendered markup and while hydrating, true afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
