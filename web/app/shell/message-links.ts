// SPDX-License-Identifier: Apache-2.0

import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { GoTo } from '../../../contract/offline.ts';
import { deviceStorage } from '../../lib/device-storage.ts';
import { paymentKey } from '../../lib/session.ts';
import { hasTyped } from '../../lib/typed-fields.ts';

/** A card is typed into a frame of its provider's, where this page does not see it. */
const hasCardForm = () => document.querySelector('.StripeElement') !== null;

/** It may show what is shown once, such as recovery codes. */
const hasDialog = () => document.querySelector('[role$=dialog]') !== null;

/** Whether somebody would lose something if the page went elsewhere. */
const isBusy = () => hasTyped() || hasDialog() || hasCardForm() || deviceStorage.getItem(paymentKey) !== null;

/** Goes where a pressed message leads, unless the page is busy: the service worker then opens another window. */
export function useMessageLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const { serviceWorker } = navigator;
    // Browsers have none on pages without TLS.
    if (!serviceWorker) return;
    const answer = ({ data, ports: [port] }: MessageEvent<GoTo | unknown>) => {
      const asked = data as Partial<GoTo> | null;
      if (asked?.kind !== 'go-to' || !port) return;
      // A page that slept until now was asked long ago, and another window has opened. Earlier workers name no time.
      const isGoing = !isBusy() && Date.now() <= Number(asked.until ?? Number.POSITIVE_INFINITY);
      if (isGoing) void navigate(String(asked.address));
      port.postMessage(isGoing);
    };
    serviceWorker.addEventListener('message', answer);
    return () => serviceWorker.removeEventListener('message', answer);
  }, [navigate]);
}
