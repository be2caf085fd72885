// SPDX-License-Identifier: Apache-2.0

import { useId } from 'react';
import { type AvatarName, avatars } from '../../../contract/public-players.ts';
import { cx } from '../../lib/class-names.ts';
import { DrawnAvatar } from '../../ui/player-name.tsx';

const toWords = (avatar: AvatarName) => `${avatar[0]?.toUpperCase()}${avatar.slice(1)}`;

/** All drawn avatars, to choose one: a group of radio buttons, so arrow keys move through them. */
export function AvatarPicker({
  chosen,
  onChoose,
  isDisabled,
}: {
  chosen: AvatarName | null;
  onChoose: (avatar: AvatarName) => void;
  isDisabled: boolean;
}) {
  const group = useId();
  return (
    <fieldset disabled={isDisabled} className="min-w-0">
      <legend className="mb-2 font-medium text-sm">Avatar</legend>
      <div className="grid grid-cols-4 gap-2.5 sm:grid-cols-8">
        {avatars.map((avatar) => (
          <label
            key={avatar}
            title={toWords(avatar)}
            className={cx(
              'cut cut-sm grid aspect-square cursor-pointer p-0.5 transition-colors duration-100 has-disabled:cursor-default',
              'has-focus-visible:bg-text',
              avatar === chosen ? 'bg-storm-soft' : 'bg-line hover:bg-edge',
            )}
          >
            <input
              type="radio"
              name={group}
              value={avatar}
              checked={avatar === chosen}
              onChange={() => onChoose(avatar)}
              className="sr-only"
            />
            <span className="sr-only">{toWords(avatar)}</span>
            <DrawnAvatar avatar={avatar} className="size-full" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
