-- A number is that of a policy or few: thought to be of a thousand, it was looked for by walking all policies up to it.
alter function policies_of_cedant(int, text) rows 10;
