-- What of a file had to stay as it came, with whatever it says of its author: 'reason:' or 'reason:name of a file inside'; null:
-- never looked at.
alter table material_file add column left_parts text[];
alter table upload add column left_parts text[];
