// SPDX-License-Identifier: Apache-2.0

/**
 * Saves text, or a file that was fetched, as a download of the browser.
 * @param type such as `application/json`
 */
export function saveAsFile(content: string | Blob, name: string, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Not before the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
