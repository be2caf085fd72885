// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { z } from 'zod';
import { errorMessage } from '../../../../contract/errors.ts';
import { giftCardInput } from '../../../../contract/gift-card-form.ts';
import { cardKinds } from '../../../../contract/shop.ts';
import type { AdminGiftCard } from '../../../../contract/shop-admin.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { FileField } from '../../../ui/file-field.tsx';
import { FormDialog, type FormOf, field } from '../../../ui/form-dialog.tsx';
import { WholeField } from '../../../ui/number-fields.tsx';
import type { RowFormProps } from '../../../ui/row-dialogs.tsx';
import { SelectField } from '../../../ui/select.tsx';
import { SuggestField } from '../../../ui/suggest-field.tsx';
import { giftCardsQuery } from '../api.ts';
import { CardPicture } from '../card-picture.tsx';
import { kindNames } from '../card-words.ts';
import { getTypes } from '../product-search.ts';

const { promiseHours, lowStockAt } = giftCardInput.shape;
/** An emptied field is a mistake here, not a request for the default. */
const createSchema = giftCardInput.extend({
  promiseHours: promiseHours.unwrap(),
  lowStockAt: lowStockAt.unwrap(),
});
/** An edited card keeps its picture unless another is chosen. */
const editSchema = createSchema.extend({ image: z.string().max(255) });
type Terms = z.output<typeof giftCardInput>;
type Form = FormOf<z.input<typeof giftCardInput>, Terms>;
/** `terms.image` is only a placeholder for the picture. */
export interface GiftCardValues {
  terms: Terms;
  picture: File | undefined;
}

const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif'];
const maxPictureBytes = 8_000_000;

/** GIF and SVG are images too, so their message names the accepted types. */
function toTypeFault(type: string): string {
  const [kind, name = ''] = type.split('/');
  if (kind !== 'image') return 'Please select an image';
  return errorMessage('picture_type', { type: name.replace(/\+xml$/, '').toUpperCase() });
}

/**
 * Creates a gift card, or edits the given one (product specification, sections 2.15 and 5).
 * @param price the price to start with, and to start at
 */
export function GiftCardForm({
  edited,
  price,
  save,
  onClose,
}: RowFormProps<AdminGiftCard, GiftCardValues> & { price?: number }) {
  const [picture, setPicture] = useState<File>();
  return (
    <FormDialog
      title={edited ? 'Edit Gift Card' : 'Create Gift Card'}
      schema={edited ? editSchema : createSchema}
      defaults={{ ...toDefaults(edited), ...(price !== undefined && { gcCoin: price }) }}
      submitLabel={edited ? 'Save' : 'Create'}
      wide
      save={(terms, key) => save({ terms, picture }, key)}
      onClose={onClose}
    >
      {(form: Form) => (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <WhatItIs form={form} startsAtPrice={price !== undefined} />
            <Picture form={form} edited={edited} picture={picture} onPicture={setPicture} />
          </div>
          <TextArea label="Description" maxLength={2000} {...field(form, 'description')} />
          <WhatItsPageSays form={form} />
          <HowItIsSold form={form} />
        </>
      )}
    </FormDialog>
  );
}

function toDefaults(edited: AdminGiftCard | undefined) {
  return {
    title: edited?.title ?? '',
    description: edited?.description ?? '',
    gcCoin: edited?.gcCoin,
    image: '',
    type: edited?.type ?? 'other',
    kind: edited?.kind ?? 'wallet',
    region: edited?.region ?? '',
    howToRedeem: edited?.howToRedeem ?? '',
    isActive: edited?.isActive ?? true,
    isFulfilledByHand: edited?.isFulfilledByHand ?? true,
    promiseHours: edited?.promiseHours ?? 24,
    lowStockAt: edited?.lowStockAt ?? 5,
  };
}

function Picture({
  form,
  edited,
  picture,
  onPicture,
}: {
  form: Form;
  edited: AdminGiftCard | undefined;
  picture: File | undefined;
  onPicture: (picture: File | undefined) => void;
}) {
  return (
    <Controller
      control={form.control}
      name="image"
      render={({ field: { ref, onChange }, fieldState }) => (
        <FileField
          label="Image"
          inputRef={ref}
          types={pictureTypes}
          wrongType={toTypeFault}
          maxBytes={maxPictureBytes}
          hint="PNG, JPEG, WebP or AVIF, at most 8 MB, twice as wide as high."
          error={fieldState.error?.message}
          file={picture}
          current={
            edited && (
              <CardPicture image={edited.image} type={edited.type} kind={edited.kind} sizes="360px" isEager />
            )
          }
          onChange={(file) => {
            onPicture(file);
            onChange(file ? getIdentity(file) : '');
          }}
        />
      )}
    />
  );
}

/** Represents the file in the form's values: another file makes another request, even under the same name. */
function getIdentity({ name, size, lastModified }: File): string {
  return `${size} ${lastModified} ${name}`.slice(0, 255);
}

function WhatItIs({ form, startsAtPrice }: { form: Form; startsAtPrice: boolean }) {
  return (
    <div className="grid content-start gap-5">
      <TextField label="Title" maxLength={120} {...field(form, 'title')} />
      <WholeField
        form={form}
        name="gcCoin"
        label="GC Coins"
        min={1}
        data-start={startsAtPrice || undefined}
      />
      <TypeField form={form} />
    </div>
  );
}

/** Suggests existing types, so that a new card uses the same spelling. */
function TypeField({ form }: { form: Form }) {
  const { data = [] } = useQuery(giftCardsQuery);
  return (
    <Controller
      control={form.control}
      name="type"
      render={({ field: { onChange, value = '', ...rest }, fieldState }) => (
        <SuggestField
          label="Type"
          maxLength={30}
          autoCapitalize="none"
          hint="The shop’s filter, such as psn, dota or pubg."
          error={fieldState.error?.message}
          suggestions={getTypes(data, '')}
          value={value}
          onChange={onChange}
          {...rest}
        />
      )}
    />
  );
}

function WhatItsPageSays({ form }: { form: Form }) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField label="Kind" {...field(form, 'kind')}>
          {cardKinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindNames[kind]}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Region"
          maxLength={60}
          hint="For example United States. Leave empty if unknown."
          {...field(form, 'region')}
        />
      </div>
      <TextArea
        label="How to Redeem"
        maxLength={2000}
        hint="One step per line. Leave empty for the default steps. Buyers see the first https:// address as “Redeem at ...”."
        {...field(form, 'howToRedeem')}
      />
    </>
  );
}

function HowItIsSold({ form }: { form: Form }) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <WholeField
          form={form}
          name="promiseHours"
          label="Promised Hours"
          min={1}
          max={720}
          hint="Promised delivery time for cards without a code, in hours."
        />
        <WholeField
          form={form}
          name="lowStockAt"
          label="Low Stock At"
          min={0}
          max={10_000}
          hint="Warns at this many codes or fewer. 0 turns it off."
        />
      </div>
      <Flag form={form} name="isFulfilledByHand" label="Fulfilled by hand">
        Players can buy it without a code in stock. You deliver it under Alerts.
      </Flag>
      <Flag form={form} name="isActive" label="Active">
        Players see it in the shop.
      </Flag>
    </>
  );
}

function Flag({
  form,
  name,
  label,
  children,
}: {
  form: Form;
  name: 'isActive' | 'isFulfilledByHand';
  label: string;
  children: string;
}) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange } }) => (
        <Checkbox checked={value === true} onChange={onChange}>
          <span className="block font-medium">{label}</span>
          <span className="block text-muted">{children}</span>
        </Checkbox>
      )}
    />
  );
}
