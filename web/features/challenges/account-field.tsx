// SPDX-License-Identifier: Apache-2.0

import type { Game } from '../../../contract/games/game.ts';
import { gameRules } from '../../../contract/games/rules.ts';
import { TextField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select.tsx';

/** The account of a game; where its name alone does not say which, with the platform in front of it: `steam/Name`. */
export function AccountField({
  game: { id, account },
  value,
  onChange,
  error,
  readOnly,
}: {
  game: Game;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  readOnly: boolean;
}) {
  const { label, platforms } = account;
  const field = {
    hint: `${gameRules[id].finding.hint} Once you start, you can’t change it.`,
    error,
    readOnly,
    maxLength: 100,
    autoComplete: 'off',
    autoCapitalize: 'off',
    spellCheck: false,
  };
  if (!platforms) {
    return (
      <TextField
        label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        {...field}
      />
    );
  }
  const [platform = '', name = ''] = value.includes('/') ? value.split('/') : ['', value];
  return (
    <div className="grid gap-4 sm:grid-cols-[10rem_1fr]">
      <SelectField
        label="Platform"
        value={platform}
        disabled={readOnly}
        onChange={({ currentTarget }) => onChange(`${currentTarget.value}/${name}`)}
      >
        <option value="">Choose one</option>
        {Object.entries(platforms).map(([id, words]) => (
          <option key={id} value={id}>
            {words}
          </option>
        ))}
      </SelectField>
      <TextField
        label={label}
        value={name}
        onChange={(event) => onChange(`${platform}/${event.currentTarget.value.trimStart()}`)}
        {...field}
      />
    </div>
  );
}
