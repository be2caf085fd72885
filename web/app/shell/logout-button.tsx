// SPDX-License-Identifier: Apache-2.0

import { useNavigate } from 'react-router';
import { endSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { LogOut } from '../../ui/icons/log-out.ts';

/**
 * Leads to the first page, also from one that anybody may read. This browser forgets the session right away, without waiting
 * for the server to end it.
 */
export function useLogOut(): () => void {
  const navigate = useNavigate();
  return () => {
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
