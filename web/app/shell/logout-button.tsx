// SPDX-License-Identifier: Apache-2.0

import { LogOut } from 'lucide-react';
import { accountsApi } from '../../../contract/accounts.ts';
import { call } from '../../lib/api.ts';
import { endSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';

/** Ends the session on the server too; this browser forgets it right away, without waiting for the answer. */
export function logOut(): void {
  call(accountsApi.logout, {}, { quiet: true }).catch(() => {});
  endSession();
}

export function LogoutButton() {
  return (
    <Button full icon={<LogOut size={18} aria-hidden="true" />} onClick={logOut}>
      Logout
    </Button>
  );
}
