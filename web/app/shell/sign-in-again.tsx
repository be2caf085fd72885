// SPDX-License-Identifier: Apache-2.0

import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProviderButtons } from '../provider-buttons.tsx';

/** The ways back into a held page, in another tab. */
export function SignInAgain({ onLeave }: { onLeave: () => void }) {
  return (
    <Dialog
      open
      isCover
      mayClose={false}
      onClose={onLeave}
      title="Sign in again"
      description="Your session has ended. Your text is still here: sign in as the same player in a new tab, and this page continues."
      footer={<Button onClick={onLeave}>Leave this page</Button>}
    >
      <ProviderButtons
        inNewTab
        labels={{ google: 'Continue With Gmail', discord: 'Continue With Discord' }}
      />
    </Dialog>
  );
}
