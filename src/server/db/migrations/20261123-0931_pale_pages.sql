-- Pages of a PDF whose words look too pale to be read by everybody, as an estimate; null: not looked at.
alter table material_file add column pale_pages integer[];
