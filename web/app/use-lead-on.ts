// SPDX-License-Identifier: Apache-2.0

import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { takeWayBack } from '../lib/return-address.ts';
import { useToken } from '../lib/session.ts';

/** Leads on from a page to sign in as soon as this browser has a session, such as one that another tab began. */
export function useLeadOn(): void {
  const token = useToken();
  const navigate = useNavigate();
  useEffect(() => {
    if (token) navigate(takeWayBack(), { replace: true });
  }, [token, navigate]);
}
