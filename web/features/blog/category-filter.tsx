// SPDX-License-Identifier: Apache-2.0

import { Choices } from '../../ui/choices.tsx';
import { type Filter, filters } from './articles.ts';

const choices = filters.map((filter) => ({ value: filter, label: filter }));

/** Filters articles by category. */
export function CategoryFilter({
  selected,
  onSelect,
}: {
  selected: Filter;
  onSelect: (filter: Filter) => void;
}) {
  return <Choices label="Category" choices={choices} selected={selected} onSelect={onSelect} />;
}
