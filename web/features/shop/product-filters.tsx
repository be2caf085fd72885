// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/field.tsx';
import { Search } from '../../ui/icons/search.ts';
import { SelectField } from '../../ui/select.tsx';
import { type ProductSearch, type Sort, sortNames } from './product-search.ts';

/** Search box, type, sort order and affordability. `onChange` gets the choices and returns to the first page. */
export function ProductFilters({
  search,
  types,
  onChange,
}: {
  search: ProductSearch;
  types: readonly string[];
  onChange: (change: Partial<ProductSearch>) => void;
}) {
  // The text being typed, until it is reported. A search from the address (Back, Clear) replaces it.
  const [typed, setTyped] = useState({ text: search.text, over: search.text });
  const text = typed.over === search.text ? typed.text : search.text;
  return (
    <div className="grid grid-cols-2 gap-4 lg:grid-cols-[1fr_12rem_14rem]">
      {/* biome-ignore lint/a11y/useSemanticElements: <search> is not in all browsers that we support. */}
      <form
        role="search"
        className="col-span-2 lg:col-span-1"
        onSubmit={(event) => {
          event.preventDefault();
          onChange({ text: text.trim() });
        }}
      >
        <TextField
          label="Search gift cards"
          type="search"
          name="q"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={100}
          value={text}
          onChange={(event) => setTyped({ text: event.currentTarget.value, over: search.text })}
          trailing={
            <Button type="submit" className="max-sm:px-4" icon={<Search size={18} aria-hidden="true" />}>
              <span className="max-sm:sr-only">Search</span>
            </Button>
          }
        />
      </form>
      <SelectField
        label="Gift card type"
        value={search.type}
        onChange={(event) => onChange({ type: event.currentTarget.value })}
      >
        <option value="">All types</option>
        {types.map((type) => (
          <option key={type} value={type}>
            {type}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Sort by"
        value={search.sort}
        onChange={(event) => onChange({ sort: event.currentTarget.value as Sort })}
      >
        {Object.entries(sortNames).map(([sort, name]) => (
          <option key={sort} value={sort}>
            {name}
          </option>
        ))}
      </SelectField>
      <div className="col-span-full">
        <Checkbox checked={search.isAffordable} onChange={(isAffordable) => onChange({ isAffordable })}>
          Affordable now
        </Checkbox>
      </div>
    </div>
  );
}
