// SPDX-License-Identifier: Apache-2.0

import {
  type AdminChallenge,
  type ChallengeInput,
  challengeInput,
} from '../../../../contract/challenges-admin.ts';
import { theGame } from '../../../../contract/games/games.ts';
import { plural } from '../../../lib/format.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { FormDialog, field } from '../../../ui/form-dialog.tsx';
import { Notice } from '../../../ui/panels.tsx';
import type { RowFormProps } from '../../../ui/row-dialogs.tsx';
import { GameFields } from './game-fields.tsx';
import { type ChallengeFormOf, newVariant, VariantsField } from './variants-field.tsx';

/** Creates a challenge with its variants, or edits the given one. */
export function ChallengeForm({ edited, save, onClose }: RowFormProps<AdminChallenge, ChallengeInput>) {
  return (
    <FormDialog
      title={edited ? 'Edit Challenge' : 'Create Challenge'}
      schema={challengeInput}
      defaults={
        edited
          ? toTerms(edited)
          : { game: theGame.id, description: '', isActive: true, challengeVariants: [newVariant] }
      }
      submitLabel={edited ? 'Save' : 'Create'}
      wide
      save={save}
      onClose={onClose}
    >
      {(form) => (
        <>
          {edited && edited.running > 0 && (
            <Notice tone="storm" title={`${plural(edited.running, 'attempt')} running`}>
              Running attempts keep their terms. Your changes apply to new entries.
            </Notice>
          )}
          <GameFields form={form} isNew={!edited} />
          <TextArea
            label="Description"
            maxLength={500}
            rows={2}
            hint="Players see this as the challenge’s name."
            {...field(form, 'description')}
          />
          <OpenField form={form} />
          <VariantsField form={form} game={edited?.game ?? form.watch('game')} />
        </>
      )}
    </FormDialog>
  );
}

function toTerms({ terms, description, isActive, challengeVariants }: AdminChallenge): ChallengeInput {
  return {
    ...(terms && { terms }),
    description,
    isActive,
    challengeVariants: challengeVariants.map(
      ({ entryFeeGC, rewardGC, requiredPlacement, requiredKills }) => ({
        entryFeeGC,
        rewardGC,
        requiredPlacement,
        requiredKills,
      }),
    ),
  };
}

function OpenField({ form }: { form: ChallengeFormOf }) {
  return (
    <Checkbox
      checked={form.watch('isActive') ?? true}
      onChange={(isActive) => form.setValue('isActive', isActive, { shouldDirty: true })}
    >
      Open for players
    </Checkbox>
  );
}
