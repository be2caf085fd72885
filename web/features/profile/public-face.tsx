// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import { Link } from 'react-router';
import type { Profile } from '../../../contract/accounts.ts';
import { playerPath } from '../../lib/player-path.ts';
import { Button } from '../../ui/button.tsx';
import { Pencil } from '../../ui/icons/pencil.ts';
import { FaceDialog } from './face-dialog.tsx';

/** How others see the player, and how to change it. */
export function PublicFace({ profile }: { profile: Profile }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex w-full flex-wrap items-center justify-between gap-x-2 gap-y-2.5 lg:flex-col">
      <p className="text-muted text-sm">
        Others see you as{' '}
        <Link
          to={playerPath(profile.inPublic.handle)}
          className="whitespace-nowrap font-semibold text-text underline decoration-line underline-offset-4"
        >
          {profile.inPublic.handle}
        </Link>
      </p>
      <Button
        size="sm"
        className="max-sm:px-2.5"
        icon={<Pencil size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        <span>
          Change<span className="max-lg:sr-only"> gamertag or avatar</span>
        </span>
      </Button>
      {isOpen && <FaceDialog profile={profile} onClose={() => setOpen(false)} />}
    </div>
  );
}
