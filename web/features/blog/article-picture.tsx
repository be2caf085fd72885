// SPDX-License-Identifier: Apache-2.0

import { cx } from '../../lib/class-names.ts';

const files = import.meta.glob<string>('./pictures/*.{avif,webp}', {
  query: '?url',
  import: 'default',
  eager: true,
});
const widths = [640, 1280] as const;

function getAddress(slug: string, width: (typeof widths)[number], type: 'avif' | 'webp'): string {
  return files[`./pictures/${slug}-${width}.${type}`] ?? '';
}

/** Path of an article's picture at full width, for social networks and search engines. */
export function pictureAddress(slug: string): string {
  return getAddress(slug, 1280, 'webp');
}

/** An article's picture, 16:9. Decorative: the title beside it says the same. */
export function ArticlePicture({
  slug,
  sizes,
  isEager = false,
  className,
}: {
  slug: string;
  /** Its displayed width, as in an image's `sizes`. */
  sizes: string;
  /** True if the picture is visible without scrolling. */
  isEager?: boolean;
  className?: string;
}) {
  const getSources = (type: 'avif' | 'webp') =>
    widths.map((width) => `${getAddress(slug, width, type)} ${width}w`).join(', ');
  return (
    <picture>
      <source type="image/avif" srcSet={getSources('avif')} sizes={sizes} />
      <img
        src={getAddress(slug, 640, 'webp')}
        srcSet={getSources('webp')}
        sizes={sizes}
        alt=""
        width={1280}
        height={720}
        loading={isEager ? 'eager' : 'lazy'}
        fetchPriority={isEager ? 'high' : undefined}
        className={cx('aspect-video w-full bg-ink-2 object-cover', className)}
      />
    </picture>
  );
}
