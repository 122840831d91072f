import { PERMISSIONS, type Permission } from '../permissions.ts';

/** The right without which another one cannot be used: who enters must see. */
function neededFor(permission: Permission): Permission | null {
  const [area] = permission.split('.');
  const view = PERMISSIONS.find((one) => one === `${area}.view`);
  if (permission === 'audit.view_branch') return 'audit.view';
  if (permission === 'policy_documents.generate' || permission === 'policy_documents.view')
    return permission.endsWith('generate') ? 'policy_documents.view' : 'policies.view';
  return view === undefined || view === permission ? null : view;
}

/** The rights that a choice lacks to be of use, in the order of the list. */
export function missingRights(chosen: readonly Permission[]): Permission[] {
  const needed = new Set(chosen.map(neededFor));
  return PERMISSIONS.filter((one) => needed.has(one) && !chosen.includes(one));
}

/** Takes a right with what it needs, or leaves it with what needs it; answers them in the order of the list. §5 Roles. */
export function toggled(chosen: readonly Permission[], right: Permission, on: boolean): Permission[] {
  let next: Permission[] = on ? [...chosen, right] : chosen.filter((one) => one !== right);
  if (on) {
    for (let missing = missingRights(next); missing.length > 0; missing = missingRights(next)) next.push(...missing);
  } else {
    for (let orphans = 1; orphans > 0;) {
      const kept = next.filter((one) => {
        const needed = neededFor(one);
        return needed === null || next.includes(needed);
      });
      orphans = next.length - kept.length;
      next = kept;
    }
  }
  return PERMISSIONS.filter((one) => next.includes(one));
}
