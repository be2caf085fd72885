// SPDX-License-Identifier: Apache-2.0

import { useFieldArray } from 'react-hook-form';
import type { z } from 'zod';
import type { ChallengeInput, challengeInput, VariantInput } from '../../../../contract/challenges-admin.ts';
import type { GameId } from '../../../../contract/games/game.ts';
import { theGame } from '../../../../contract/games/games.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { type FormOf, numberField } from '../../../ui/form-dialog.tsx';
import { Plus } from '../../../ui/icons/plus.ts';
import { Trash2 } from '../../../ui/icons/trash-2.ts';
import { WholeField } from '../../../ui/number-fields.tsx';
import { SelectField } from '../../../ui/select.tsx';
import { VariantEstimate } from './variant-estimate.tsx';

export type ChallengeFormOf = FormOf<z.input<typeof challengeInput>, ChallengeInput>;

const maxVariants = 20;

/** The administrator has to choose fee and reward: an empty field is a missing number. */
export const newVariant = {
  requiredPlacement: 10,
  requiredKills: 3,
  entryFeeGC: undefined,
  rewardGC: undefined,
} as Partial<VariantInput> as VariantInput;

/** The variants of a challenge: as many as wanted, each with its estimate. */
export function VariantsField({ form, game }: { form: ChallengeFormOf; game: GameId | undefined }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'challengeVariants' });
  const fault = form.formState.errors.challengeVariants;
  return (
    <section aria-labelledby="variants" className="grid gap-4">
      <div>
        <h3 id="variants" className="text-lg">
          Variants
        </h3>
        <p className="text-muted text-sm">Stats can only prove a place in the top 1, 10 or 25, and kills.</p>
      </div>
      {fields.map(({ id }, index) => (
        <Variant key={id} form={form} game={game} index={index} onRemove={() => remove(index)} />
      ))}
      {(fault?.root ?? fault)?.message && <FieldError>{(fault?.root ?? fault)?.message}</FieldError>}
      <Button
        className="justify-self-start"
        icon={<Plus size={18} aria-hidden="true" />}
        disabled={fields.length >= maxVariants}
        onClick={() => append(newVariant)}
      >
        Add variant
      </Button>
    </section>
  );
}

function Variant({
  form,
  game,
  index,
  onRemove,
}: {
  form: ChallengeFormOf;
  game: GameId | undefined;
  index: number;
  onRemove: () => void;
}) {
  const name = `challengeVariants.${index}` as const;
  const placement = numberField(form, `${name}.requiredPlacement`);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand beside a button.
    <div
      role="group"
      aria-label={`Variant ${index + 1}`}
      className="grid gap-4 border border-line bg-ink p-4"
    >
      <div className="flex items-center justify-between">
        <h4 className="text-base">Variant {index + 1}</h4>
        <IconButton label={`Remove variant ${index + 1}`} onClick={onRemove}>
          <Trash2 size={18} aria-hidden="true" />
        </IconButton>
      </div>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <SelectField label="Placement" {...placement}>
          {theGame.places.map(({ place }) => (
            <option key={place} value={place}>
              {place === 1 ? 'Top 1 (win)' : `Top ${place}`}
            </option>
          ))}
        </SelectField>
        <WholeField form={form} name={`${name}.requiredKills`} label="Kills" min={0} />
        <WholeField form={form} name={`${name}.entryFeeGC`} label="Entry fee (GC)" min={0} />
        <WholeField form={form} name={`${name}.rewardGC`} label="Reward (GC)" min={1} />
      </div>
      <VariantEstimate variant={form.watch(name)} game={game} />
    </div>
  );
}
