/** True if two words differ by one edit: a letter added, removed, or replaced, or two adjacent letters swapped. */
export function isOneEdit(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  const [restOne, restOther] = [one.slice(start), other.slice(start)];
  if (one.length > other.length) return restOne.slice(1) === restOther;
  if (one.length < other.length) return restOne === restOther.slice(1);
  const swapped = restOne[0] === restOther[1] && restOne[1] === restOther[0] && restOne.slice(2) === restOther.slice(2);
  return swapped || restOne.slice(1) === restOther.slice(1);
}
