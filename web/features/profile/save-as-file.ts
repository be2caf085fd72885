/** Puts text into the browser's downloads. */
export function saveAsFile(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Not before the browser has taken it over.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
