/**
 * Puts text into the browser's downloads.
 * @param type such as `application/json`
 */
export function saveAsFile(text: string, name: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Not before the browser has taken it over.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
