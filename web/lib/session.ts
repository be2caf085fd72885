// SPDX-License-Identifier: Apache-2.0

import { useSyncExternalStore } from 'react';
import type { ErrorCode } from '../../contract/errors.ts';
import { deviceStorage } from './device-storage.ts';
import { forgetLastKnown } from './offline-data.ts';
import { whenShownAgain } from './page-restored.ts';
import { forgetPush } from './push-owner.ts';
import { forgetWayBack } from './return-address.ts';
import { endOnServer } from './session-ends.ts';

/** Where the session token is kept (product specification, section 4.3). */
export const tokenKey = 'authToken';
/** The code of the player who invited this browser, until somebody signs up in it. */
export const referralCodeKey = 'referralCode';
export const cartKey = 'cart';
/** A purchase that was sent and has not been answered yet. */
export const checkoutKey = 'checkout';
/** A card payment that was begun here and is not decided yet. */
export const paymentKey = 'payment';
/** The attempt whose result this browser is waiting for, and the last one whose result it has shown (section 4.1). */
export const latestAttemptKey = 'latestAttemptId';
export const modalShownKey = 'lastModalShownForAttempt';
/** Whose attempts these are. */
export const attemptOwnerKey = 'attemptsOf';
/** How far a player without a challenge has got in preparing for one, with the game account that was checked. */
export const gettingReadyKey = 'gettingReady';
/** The player's rank on the board at earlier visits. */
export const lastRankKey = 'lastRank';

/** What is removed when the player leaves. */
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

/**
 * Why the last session ended by itself, for the other tabs: only one of them gets the reason, and the token goes for all.
 */
const endedKey = 'sessionEnded';

const listeners = new Set<() => void>();
/** Why a session ended: an error code, or what its player did. */
type EndReason = ErrorCode | 'account_deleted';
let endedBecause: EndReason | undefined;
let hasBeenSignedIn = false;
let hasLeftHere = false;

export function readToken(): string | null {
  const token = deviceStorage.getItem(tokenKey);
  if (token !== null) {
    hasBeenSignedIn = true;
    hasLeftHere = false;
    // The reason why an earlier session ended does not apply to one that another tab began.
    endedBecause = undefined;
  }
  return token;
}

/** Ends a session that this one replaces. Returns false if the token could not be kept: then nobody is signed in. */
export function startSession(token: string): boolean {
  endedBecause = undefined;
  forgetLastKnown();
  const replaced = deviceStorage.getItem(tokenKey);
  if (!deviceStorage.setItem(tokenKey, token)) return false;
  if (replaced !== null && replaced !== token) endOnServer(replaced);
  deviceStorage.removeItem(endedKey);
  // Otherwise the next person who signs up here would count as invited too.
  deviceStorage.removeItem(referralCodeKey);
  for (const listener of listeners) listener();
  return true;
}

/**
 * Forgets the session in this browser; the protected pages then go to `/`, which shows the reason if there is one. Without a
 * reason, or when the account was deleted, the player left, and nothing of theirs stays; the server ends the session that
 * was left. For any other reason the same player is expected back: the cart stays (marked with its owner), and so do a purchase without an answer and a result that
 * was not shown yet.
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
    forgetWayBack();
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

/** Whether to return to a page that needs a session: the last one ended by itself, or there has been none yet. */
export function mayComeBack(): boolean {
  const why = getEndReason();
  return why ? why !== 'account_deleted' : !hasBeenSignedIn;
}

/** Whether the player left on this page, and not in another tab or on another device. */
export function wasLeftHere(): boolean {
  return hasLeftHere;
}

/** Where a page that needs a session redirects if there is none. */
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
  // A page must not be shown again if its player signed out meanwhile.
  const leaveShown = whenShownAgain(listener);
  return () => {
    leaveShown();
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** The stored token, or null when signed out; follows changes in this and in other tabs. */
export function useToken(): string | null {
  return useSyncExternalStore(subscribe, readToken, () => null);
}

/** False in prerendered markup and while it is being hydrated, true afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
