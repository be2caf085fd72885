import { cx } from '../../lib/class-names.ts';
import { type Filter, filters } from './articles.ts';

/** Narrows a list of articles to one category. */
export function CategoryFilter({
  selected,
  onSelect,
}: {
  selected: Filter;
  onSelect: (filter: Filter) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form.
    <div role="group" aria-label="Category" className="flex flex-wrap gap-2">
      {filters.map((filter) => (
        <button
          key={filter}
          type="button"
          aria-pressed={filter === selected}
          onClick={() => onSelect(filter)}
          className={cx(
            'cut cut-sm focus-inside min-h-9 px-3.5 font-display font-semibold text-sm transition-colors duration-100',
            filter === selected ? 'bg-storm-deep text-storm-soft' : 'bg-ink-2 text-muted hover:text-text',
          )}
        >
          {filter}
        </button>
      ))}
    </div>
  );
}
