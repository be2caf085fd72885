// SPDX-License-Identifier: Apache-2.0

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { askForFactorWith } from '../../lib/api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { secondFactorQuery } from './api.ts';
import { ConfirmForm } from './confirm-form.tsx';

/** While mounted, asks for the second factor when a call needs it. The call then continues unchanged. */
export function StepUp() {
  const queryClient = useQueryClient();
  const [answer, setAnswer] = useState<(isConfirmed: boolean) => void>();
  useEffect(
    () =>
      askForFactorWith(async (isEnrolled) => {
        if (isEnrolled) {
          return new Promise<boolean>((resolve) => {
            // All waiting calls share one question.
            setAnswer((waiting?: (isConfirmed: boolean) => void) => (isConfirmed: boolean) => {
              waiting?.(isConfirmed);
              resolve(isConfirmed);
            });
          });
        }
        // The factor was removed meanwhile, so the page must say so.
        await queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
        return false;
      }),
    [queryClient],
  );
  const done = (isConfirmed: boolean) => {
    answer?.(isConfirmed);
    setAnswer(undefined);
  };
  return (
    answer && (
      <Dialog
        open
        onClose={() => done(false)}
        title="Confirm it’s you"
        description="This action needs your second factor. It continues after you confirm."
      >
        <ConfirmForm onConfirmed={() => done(true)} />
      </Dialog>
    )
  );
}
