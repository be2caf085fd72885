// SPDX-License-Identifier: Apache-2.0

import { useNavigate } from 'react-router';
import { accountsApi } from '../../../contract/accounts.ts';
import { call } from '../../lib/api.ts';
import { endSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { LogOut } from '../../ui/icons/log-out.ts';

/**
 * Ends the session on the server too, and leads to the first page, also from one that anybody may read. This browser
 * forgets the session right away, without waiting for the answer.
 */
export function useLogOut(): () => void {
  const navigate = useNavigate();
  return () => {
    call(accountsApi.logout, {}, { quiet: true }).catch(() => {});
    endSession();
    navigate('/', { replace: true });
  };
}

export function LogoutButton() {
  const logOut = useLogOut();
  return (
    <Button full icon={<LogOut size={18} aria-hidden="true" />} onClick={logOut}>
      Logout
    </Button>
  );
}
