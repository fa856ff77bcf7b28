// What a visitor chose for the page itself, kept in the browser where it allows that.

export function keep(name, choice) {
  try {
    localStorage.setItem(`eight.${name}`, choice);
  } catch {
    // Storage is forbidden: the choice holds until the page is left.
  }
}

/** The choice kept under `name` if it is one of `known`, else null. */
export function recall(name, known) {
  try {
    const choice = localStorage.getItem(`eight.${name}`);
    return known.includes(choice) ? choice : null;
  } catch {
    return null;
  }
}
