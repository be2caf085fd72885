/** The field that a validation message belongs to (product specification, section 5). */
export interface EntryErrors {
  variant?: string;
  terms?: string;
  epicId?: string;
}
