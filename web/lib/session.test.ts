// SPDX-License-Identifier: Apache-2.0

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  attemptOwnerKey,
  cartKey,
  checkoutKey,
  endSession,
  gettingReadyKey,
  lastRankKey,
  latestAttemptKey,
  modalShownKey,
  paymentKey,
  readToken,
  referralCodeKey,
  signedOutAddress,
  startSession,
} from './session.ts';
import { fakeStorage } from './testing/fake-storage.ts';

const keysOfPlayer = [
  cartKey,
  checkoutKey,
  paymentKey,
  latestAttemptKey,
  modalShownKey,
  attemptOwnerKey,
  gettingReadyKey,
  lastRankKey,
];

describe('the session of this browser', () => {
  beforeEach(() => {
    vi.stubGlobal('localStorage', fakeStorage());
    vi.stubGlobal('fetch', async () => new Response('{}'));
    startSession('secret');
    for (const key of keysOfPlayer) {
      localStorage.setItem(key, 'x');
    }
  });
  afterEach(() => vi.unstubAllGlobals());

  it('leaves nothing behind after a logout that the server knows of', async () => {
    endSession();
    await vi.waitFor(() => expect(localStorage.length).toBe(0));
    expect(signedOutAddress()).toBe('/');
  });

  it('leaves nothing behind of a deleted account, and shows a notice', () => {
    endSession('session_ended');
    endSession('account_deleted');
    expect(localStorage.length).toBe(0);
    expect(signedOutAddress()).toBe('/?notice=account_deleted');
  });

  it('keeps the cart and keeps waiting for results when it ended by itself', () => {
    endSession('session_ended');
    expect(readToken()).toBeNull();
    for (const key of keysOfPlayer) {
      expect(localStorage.getItem(key), key).toBe('x');
    }
    expect(signedOutAddress()).toBe('/?error=session_ended');
  });

  describe('in another tab', () => {
    const openTab = async () => {
      vi.resetModules();
      const tab = await import('./session.ts');
      expect(tab.readToken()).toBe('secret');
      return tab;
    };

    it('is known to have ended by itself, so that signing in returns to the same page', async () => {
      const tab = await openTab();
      endSession('session_ended');
      expect(tab.readToken()).toBeNull();
      expect(tab.mayComeBack()).toBe(true);
      expect(tab.signedOutAddress()).toBe('/?error=session_ended');
    });

    it('is known to have been logged out, even when an earlier session had ended by itself', async () => {
      const tab = await openTab();
      tab.endSession('session_ended');
      startSession('again');
      expect(tab.readToken()).toBe('again');
      endSession();
      expect(tab.readToken()).toBeNull();
      expect(tab.mayComeBack()).toBe(false);
      expect(tab.signedOutAddress()).toBe('/');
    });

    it('ends silently for a visitor who was never signed in there', async () => {
      endSession('session_ended');
      vi.resetModules();
      const tab = await import('./session.ts');
      expect(tab.mayComeBack()).toBe(true);
      expect(tab.signedOutAddress()).toBe('/');
    });
  });

  it('uses up an invitation with the first sign-in', () => {
    localStorage.setItem(referralCodeKey, 'ABC234');
    startSession('another');
    expect(localStorage.getItem(referralCodeKey)).toBeNull();
  });
});
