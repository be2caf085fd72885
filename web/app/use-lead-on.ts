// SPDX-License-Identifier: Apache-2.0

import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { takeReturnAddress } from '../lib/return-address.ts';
import { useToken } from '../lib/session.ts';

/** Leaves a sign-in page as soon as this browser has a session, for example from another tab. */
export function useLeadOn(): void {
  const token = useToken();
  const navigate = useNavigate();
  useEffect(() => {
    if (token) navigate(takeReturnAddress(), { replace: true });
  }, [token, navigate]);
}
